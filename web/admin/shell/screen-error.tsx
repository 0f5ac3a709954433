import { Button, Result } from 'antd'

/** Replaces a screen that failed to load or render. */
export function ScreenError() {
  return (
    <Result
      status="error"
      title="页面没有打开"
      subTitle="可能是网络中断，或系统刚刚更新。未保存的修改留在本机，重新载入后可以恢复。"
      extra={
        <Button type="primary" onClick={() => location.reload()}>
          重新载入
        </Button>
      }
    />
  )
}
