/** Lets a page's content be forgotten before its list goes on. */

/**
 * The same page as an object of its own, and the page itself without its lists of records. Paginators hold on to a page until the
 * next one has come, though they need only its token: of a long list, that would be thousands of records at every moment.
 */
export function takeContent<Page>(page: Page): Page {
  if (typeof page !== 'object' || page === null || Array.isArray(page)) return page
  const content = { ...page }
  for (const [name, value] of Object.entries(page)) {
    if (Array.isArray(value) && typeof value[0] === 'object') Reflect.set(page, name, undefined)
  }
  return content
}
