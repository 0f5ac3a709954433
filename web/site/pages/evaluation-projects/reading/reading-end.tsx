import { Button } from '../../../components/buttons.tsx'

type ReadingEndProps = { unread: number; onBack: () => void; onUnread: () => void; onLeave: () => void }

/** What stands behind the last item. */
export const ReadingEnd = ({ unread, onBack, onUnread, onLeave }: ReadingEndProps) => (
  <section aria-label="已到最后" className="mx-auto mt-10 max-w-xl text-center">
    <p className="text-2xl font-semibold">{unread === 0 ? '都判定完了，谢谢' : '已到最后一条'}</p>
    <p className="mt-2 text-muted">
      {unread === 0 ? '负责人结束之前，您随时可以回来修改。' : `还有${unread}条没有判定。`}
    </p>
    <div className="mt-6 flex flex-wrap justify-center gap-3">
      {unread > 0 && <Button onClick={onUnread}>去判定剩下的</Button>}
      <Button variant={unread === 0 ? 'primary' : 'outline'} onClick={onLeave}>
        离开
      </Button>
      <Button variant="outline" onClick={onBack}>
        回到最后一条
      </Button>
    </div>
  </section>
)
