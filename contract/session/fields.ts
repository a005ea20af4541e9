/** Field schemas that the objects of the dashboard API share. */
import { Type } from 'typebox'
import { roles } from './roles.ts'

export const role = Type.Enum([...roles], { type: 'string', title: 'Role' })

/** A name given by a user, shown on one line. Validation errors show the format, but not `what`. */
export const personName = (what: string) =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: String.raw`^(?=.*[^\s\p{Default_Ignorable_Code_Point}])[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$`,
    description: `One line of text, not only spaces or invisible characters: ${what}.`,
  })

/** Compared without case. Validation errors show the format, but not `whose`. */
export const emailAddress = (whose: string) =>
  Type.String({
    minLength: 3,
    maxLength: 254,
    // ASCII only, because other letters may look the same or have the same lower case. International domains use their
    // "xn--" form. Addresses that the sign-in library rejects for password sign-in are excluded.
    pattern: String.raw`^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+\-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$`,
    description: `An email address such as name@example.com, of the letters A to Z, digits, and . _ + - ': ${whose}.`,
  })

export const passwordLength = { least: 12, most: 128 } as const

export const newPassword = Type.String({
  minLength: passwordLength.least,
  maxLength: passwordLength.most,
  pattern: String.raw`\S`,
  description: `${passwordLength.least} to ${passwordLength.most} characters, not only spaces. No special characters required.`,
})

export const nullableTimestamp = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description })
