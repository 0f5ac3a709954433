import { Alert } from 'antd'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import type { TheirChange } from './field-changes.ts'

/** What somebody else saved meanwhile; what was edited here still stands in the form. */
export const Overtaken = ({ changes }: { changes: readonly TheirChange[] }) => (
  <Alert
    className="mb-4"
    type="warning"
    showIcon
    role="alert"
    title={SETTINGS_MESSAGES.stale}
    description={
      <ul className="list-disc pl-5">
        {changes.map(({ label, value, isMineToo }) => (
          <li key={label} className="wrap-anywhere">
            {label}：对方改为“{value}”{isMineToo ? '，下面仍是您的修改，保存后以您的为准。' : '，下面已是新值。'}
          </li>
        ))}
      </ul>
    }
  />
)
