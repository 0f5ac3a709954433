import { Descriptions } from 'antd'
import { ROLE_NAMES } from '#contracts/vocabulary.ts'
import { ScreenBody, ScreenHead } from '../../parts/screen-head.tsx'
import { useUser } from '../../session/session.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

/** One's own account: who one is here, and where one is signed in. */
export function Screen() {
  const user = useUser()
  return (
    <ScreenBody>
      <ScreenHead title="我的账号" />
      <section className="panel mb-5 px-5 py-5">
        <Descriptions
          column={{ xs: 1, md: 2 }}
          items={[
            { key: 'name', label: '姓名', children: user.name },
            { key: 'email', label: '邮箱', children: user.email },
            { key: 'role', label: '角色', children: ROLE_NAMES[user.role] },
            {
              key: 'company',
              label: '公司与职位',
              children: [user.company, user.position].filter(Boolean).join(' ') || '未填写',
            },
          ]}
        />
      </section>
      <PasswordForm />
      <TwoFactorPanel />
      <SessionList />
    </ScreenBody>
  )
}
