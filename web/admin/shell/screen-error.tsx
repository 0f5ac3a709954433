import { Button } from 'antd'
import { CircleX } from 'lucide-react'

/** Replaces a screen that failed to load or render. */
export const ScreenError = () => (
  <div role="alert" className="mx-auto flex max-w-xl flex-col items-center gap-3 px-4 py-16 text-center">
    <CircleX className="size-16 text-danger" aria-hidden />
    <h1 className="text-2xl">页面没有打开</h1>
    <p className="text-muted">可能是网络中断，或系统刚刚更新。未保存的修改留在本机，重新载入后可以恢复。</p>
    <Button type="primary" onClick={() => location.reload()}>
      重新载入
    </Button>
  </div>
)
