import { Form, Input } from 'antd'
import { IDENTITY_MESSAGES, type PasswordLabel } from '#contracts/identity/messages.ts'
import { PASSWORD } from '#contracts/limits.ts'
import { usePasswordMinLength } from '../calls/site-name.ts'

type NewPasswordFieldProps = {
  name: 'password' | 'newPassword'
  label: PasswordLabel
  /** What the form says of the password in its messages, if not its label. */
  messageLabel?: PasswordLabel
  /** Said if it is missing; without it, it may be. */
  missing?: string
  /** Stands instead of how long it has to be. */
  hint?: string
  isMarked?: boolean
  className?: string
}

/**
 * A password that is set. What is too long is refused, not cut off: who pasted it would not notice. Whether it is common
 * or somebody's name is checked by the server.
 */
export function NewPasswordField({
  name,
  label,
  messageLabel = label,
  missing,
  hint,
  isMarked = false,
  className = '',
}: NewPasswordFieldProps) {
  const least = usePasswordMinLength()
  return (
    <Form.Item
      className={className}
      label={label}
      name={name}
      required={isMarked}
      extra={hint ?? IDENTITY_MESSAGES.passwordHint(least)}
      rules={[
        ...(missing ? [{ required: true, message: missing }] : []),
        { min: least, message: IDENTITY_MESSAGES.passwordShort(least, messageLabel) },
        { max: PASSWORD.max, message: IDENTITY_MESSAGES.passwordLong(PASSWORD.max) },
      ]}
    >
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  )
}
