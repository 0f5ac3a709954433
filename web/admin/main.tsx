import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp, ConfigProvider } from 'antd'
import chinese from 'antd/locale/zh_CN.js'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import './admin.css'
import { createAdminQueryClient } from './calls/query-client.ts'
import { applyNonceToStyles } from './nonced-styles.ts'
import { createAdminRouter } from './routes.tsx'
import { createAntTheme, useMode } from './shell/theme.ts'

applyNonceToStyles()

const client = createAdminQueryClient()
const router = createAdminRouter()

function AdminApp() {
  return (
    <ConfigProvider locale={chinese} theme={createAntTheme(useMode())} button={{ autoInsertSpace: false }}>
      <AntApp component={false}>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  )
}

/** Until the first screen is there, the frame stands that the page came with (web/admin/frame). */
function renderAfterFirstScreen(draw: () => void): void {
  if (router.state.initialized) {
    draw()
    return
  }
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    draw()
  })
}

const root = document.getElementById('root')
if (root)
  renderAfterFirstScreen(() =>
    createRoot(root).render(
      <StrictMode>
        <AdminApp />
      </StrictMode>,
    ),
  )
