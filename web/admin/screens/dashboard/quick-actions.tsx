import { Button } from 'antd'
import { useNavigate, useOutletContext } from 'react-router'
import { ADMIN_PAGES } from '#contracts/paths.ts'
import type { Screen } from '../../screens.ts'

const ACTIONS = [
  { label: '添加产品', path: ADMIN_PAGES.products },
  { label: '审核提交', path: ADMIN_PAGES.submissions },
  { label: '安排活动', path: ADMIN_PAGES.community },
] as const

/** Ways to what is done most; only to screens that this person has. */
export function QuickActions() {
  const navigate = useNavigate()
  const paths = new Set(useOutletContext<readonly Screen[]>().map(({ path }) => path))
  return ACTIONS.filter(({ path }) => paths.has(path)).map(({ label, path }) => (
    <Button key={path} onClick={() => navigate(path)}>
      {label}
    </Button>
  ))
}
