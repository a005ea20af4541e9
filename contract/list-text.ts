/** Lists of ports and addresses in one text, as the API has them, for example `22,8443`. */

/** `22, 8443`, which people read more easily and which can break into lines. */
export function spacedList(list: string): string {
  return list.replaceAll(/,(?! )/g, ', ')
}
