/** The header with the organization that a page shows. */

/** For all methods except GET: the ID of the intended organization; 409 if another one is active. */
export const organizationHeader = 'x-surveyor-organization'
