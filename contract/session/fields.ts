/** Field schemas that the objects of the dashboard's interface share. */
import { Type } from 'typebox'
import { roles } from './roles.ts'

export const role = Type.Enum([...roles], { type: 'string', title: 'Role' })

/** A name that people give, shown on one line. `what` it is comes after its form, which is told to whom it was refused. */
export const personName = (what: string) =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: String.raw`^(?=.*[^\s\p{Default_Ignorable_Code_Point}])[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$`,
    description: `One line of text, not only spaces or invisible characters: ${what}.`,
  })

/** Compared without regard to case; `whose` it is comes after its form. */
export const emailAddress = (whose: string) =>
  Type.String({
    minLength: 3,
    maxLength: 254,
    // ASCII alone: other letters look like these, or have one of these for their lower case. A domain in letters of its own is written
    // as its "xn--" form. Those that the sign-in library would not sign in by a password are left out.
    pattern: String.raw`^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+\-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$`,
    description: `An e-mail address such as name@example.com, of the letters A to Z, digits and . _ + - ': ${whose}.`,
  })

export const passwordLength = { least: 12, most: 128 } as const

export const newPassword = Type.String({
  minLength: passwordLength.least,
  maxLength: passwordLength.most,
  pattern: String.raw`\S`,
  description: `${passwordLength.least} to ${passwordLength.most} characters, not only spaces; none need to be of a special kind.`,
})

export const nullableTimestamp = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description })
