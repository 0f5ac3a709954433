import { Drawer, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { DrawerQueueButtons } from '../queue-buttons.tsx'

type ModerationDrawerProps = {
  isOpen: boolean
  title: string
  /** '' while the next post is being loaded. */
  id: string
  onMove: (step: 1 | -1) => void
  onClose: () => void
  children: ReactNode
}

/** Shows one post of a queue of posts to be moderated, with the buttons that lead to the next. */
export const ModerationDrawer = ({ isOpen, title, id, onMove, onClose, children }: ModerationDrawerProps) => (
  <Drawer
    open={isOpen}
    size={640}
    title={title}
    extra={<DrawerQueueButtons onMove={onMove} />}
    onClose={onClose}
    destroyOnHidden
  >
    {id === '' ? <ModerationSkeleton /> : children}
  </Drawer>
)

export const ModerationSkeleton = () => <Skeleton active title={false} paragraph={{ rows: 10 }} />
