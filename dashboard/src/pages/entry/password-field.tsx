/** A field for a current or new password. Password managers recognize it by its purpose. */
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import { passwordLength } from '../../../../contract/session/fields.ts'

export function PasswordField({
  label = 'Password',
  purpose,
  value,
  error,
  onChange,
}: {
  readonly label?: string
  readonly purpose: 'current-password' | 'new-password'
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (value: string) => void
}) {
  return (
    <FormField
      label={label}
      constraintText={purpose === 'new-password' ? `At least ${passwordLength.least} characters.` : undefined}
      errorText={error}
      i18nStrings={{ errorIconAriaLabel: 'Error' }}
    >
      <Input
        type="password"
        name={purpose}
        autoComplete={purpose}
        value={value}
        onChange={({ detail }) => onChange(detail.value)}
      />
    </FormField>
  )
}

export function passwordProblem(password: string): string | undefined {
  if (password.length < passwordLength.least) return `Use at least ${passwordLength.least} characters.`
  return password.trim() === '' ? 'The password can’t consist of spaces only.' : undefined
}
