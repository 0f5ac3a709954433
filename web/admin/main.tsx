import '../shared/zod-without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp, ConfigProvider } from 'antd'
import chinese from 'antd/locale/zh_CN.js'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import './admin.css'
import { ignoreCompositionKeys } from '../shared/ignore-composition-keys.ts'
import { createAdminQueryClient } from './calls/query-client.ts'
import { createAdminRouter } from './routes.tsx'
import { createAntTheme, useThemeMode } from './shell/theme.ts'

/**
 * Submits the form of a dialog on Ctrl or ⌘ with Enter in a multi-line text, where Enter alone begins a line. Presses the
 * submit button, so that one that is busy or unavailable submits nothing. Keys of an input method never get here
 * (`ignoreCompositionKeys`).
 */
function submitOnCommandEnter(): void {
  window.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (key !== 'Enter' || ctrlKey === metaKey || altKey || shiftKey) return
    if (event.repeat || event.defaultPrevented || !(target instanceof HTMLTextAreaElement)) return
    const button = target.closest('[role="dialog"]') && target.form && findSubmitButton(target.form)
    if (!button) return
    event.preventDefault()
    button.click()
  })
}

/** The button may be outside the form, in the footer of its dialog. */
const findSubmitButton = ({ elements }: HTMLFormElement): HTMLButtonElement | undefined =>
  [...elements].filter((element) => element instanceof HTMLButtonElement).find(({ type }) => type === 'submit')

applyNonceToStyles()
ignoreCompositionKeys()
submitOnCommandEnter()

const client = createAdminQueryClient()
const router = createAdminRouter()

/** In the middle of the screen, so that a narrow one also shows the label of the field. */
const SCROLL_TO_ERROR = { focus: true, block: 'center' } as const

function AdminApp() {
  const mode = useThemeMode()
  return (
    <ConfigProvider
      locale={chinese}
      theme={createAntTheme(mode)}
      button={{ autoInsertSpace: false }}
      form={{ scrollToFirstError: SCROLL_TO_ERROR }}
    >
      <AntApp component={false}>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  )
}

/** Calls `render` once the first screen is loaded; until then, the page shows its placeholder (web/admin/frame). */
function renderAfterFirstScreen(render: () => void): void {
  if (router.state.initialized) {
    render()
    return
  }
  const unsubscribe = router.subscribe(({ initialized }) => {
    if (!initialized) return
    unsubscribe()
    render()
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

/**
 * Adds the page's nonce to every style element. Ant Design accepts a nonce for its own styles, but its dialogs and
 * drawers measure scroll bars with style elements without one, which the content security policy would block.
 */
function applyNonceToStyles(): void {
  const { nonce } = document.querySelector<HTMLScriptElement>('script[nonce]') ?? {}
  if (!nonce) return
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
