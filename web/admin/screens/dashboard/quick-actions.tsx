import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { can } from '#contracts/permissions.ts'
import { useUser } from '../../session/session.ts'
import { getNewProductPath } from '../product-detail/product-paths.ts'

const ACTIONS = [
  { label: '添加产品', path: getNewProductPath('agent'), permission: 'products:write' },
  { label: '审核提交', path: ADMIN_PAGES.submissionReview, permission: 'submissions:write' },
  { label: '安排活动', path: `${ADMIN_PAGES.community}#add-upcomingEvents`, permission: 'content:write' },
] as const

/** Links to the most common tasks that the user has permission for. */
export function QuickActions() {
  const navigate = useNavigate()
  const user = useUser()
  return ACTIONS.filter(({ permission }) => can(user, permission)).map(({ label, path }) => (
    <Button key={path} onClick={() => navigate(path)}>
      {label}
    </Button>
  ))
}
