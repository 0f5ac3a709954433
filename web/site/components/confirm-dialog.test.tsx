import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

it('asks again without the failure of the last time', () => {
  const html = renderToString(
    <ConfirmDialog
      isOpen
      title="删除题库"
      confirmLabel="删除"
      mutation={{ error: { status: 409, message: '正在使用' }, mutate: () => {} }}
      onClose={() => {}}
    >
      删除后不能恢复。
    </ConfirmDialog>,
  )
  expect(html).toContain('删除后不能恢复。')
  expect(html).not.toContain('正在使用')
})
