import { Form, Input } from 'antd'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { TWO_FACTOR_TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { TEXT } from '#contracts/limits.ts'

/** The field `code` of a form, for the signed-in user's two-factor code. */
export const CodeField = ({ hint, className = '' }: { hint?: string | undefined; className?: string }) => (
  <Form.Item
    className={className}
    label={TWO_FACTOR_TEXTS.codeLabel}
    name="code"
    extra={hint}
    rules={[{ required: true, whitespace: true, message: IDENTITY_MESSAGES.code }]}
  >
    <Input autoComplete="one-time-code" maxLength={TEXT.word} />
  </Form.Item>
)
