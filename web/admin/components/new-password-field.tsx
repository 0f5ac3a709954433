import { Form, Input } from 'antd'
import { IDENTITY_MESSAGES, type PasswordLabel } from '#contracts/identity/messages.ts'
import { PASSWORD } from '#contracts/limits.ts'
import { usePasswordMinLength } from '../calls/site-settings.ts'

type NewPasswordFieldProps = {
  name: 'password' | 'newPassword'
  label: PasswordLabel
  /** The name of the password in messages, if it differs from the label. */
  messageLabel?: PasswordLabel
  /** The message for an empty field; without it, the password is optional. */
  requiredMessage?: string
  /** Replaces the hint about the minimum length. */
  hint?: string
  /** Whether the label has a mark for required fields. */
  isMarkedRequired?: boolean
  className?: string
}

/**
 * A field for a new password. An overlong one is rejected rather than truncated, which would go unnoticed after
 * pasting. The server also rejects common passwords and those that contain the user's name.
 */
export function NewPasswordField({
  name,
  label,
  messageLabel = label,
  requiredMessage,
  hint,
  isMarkedRequired = false,
  className = '',
}: NewPasswordFieldProps) {
  const minLength = usePasswordMinLength()
  return (
    <Form.Item
      className={className}
      label={label}
      name={name}
      required={isMarkedRequired}
      extra={hint ?? IDENTITY_MESSAGES.passwordHint(minLength)}
      rules={[
        ...(requiredMessage ? [{ required: true, message: requiredMessage }] : []),
        { min: minLength, message: IDENTITY_MESSAGES.passwordTooShort(minLength, messageLabel) },
        { max: PASSWORD.max, message: IDENTITY_MESSAGES.passwordTooLong(PASSWORD.max) },
      ]}
    >
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  )
}
