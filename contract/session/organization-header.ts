/** How a page says which organization it shows. */

/** On everything but GET: the id of the organization that it is meant for; 409 where another one is active. */
export const organizationHeader = 'x-surveyor-organization'
