/** The names of baselines. They differ from all other forms of `base` in a comparison. */

/** In any letter case. `.` and `..` can't be part of a URL's path. */
const reserved = [
  '[pP][rR][eE][vV][iI][oO][uU][sS]',
  '\\d{4}-\\d{2}-\\d{2}',
  '\\d+[dDhH]',
  '\\.{1,2}',
  '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
].join('|')

export const baselineNamePattern = `^(?!(${reserved})$)[A-Za-z0-9._-]{1,64}$`
