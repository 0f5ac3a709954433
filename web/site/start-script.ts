/**
 * The inline scripts of a page, and the state that they share with the site's script. A page works before hydration: its
 * links, forms and menus are plain HTML. So the site's script starts after the first paint, or on the visitor's first
 * interaction.
 */
export type EarlyInteraction = {
  /** Whether React has hydrated the layout and the page. */
  hydrated: { layout: boolean; page: boolean }
  /** Clicks on buttons without native behaviour, and keys outside fields, in parts that weren't hydrated yet. */
  events: { element: Element; key?: string }[]
  /** Resolves on the first pointer, touch, keyboard or scroll event, or after `IDLE_HYDRATION_MS`. */
  interaction?: Promise<void>
}

declare global {
  var zhijianEarly: EarlyInteraction | undefined
}

/** The delay of hydration after the `load` event if the visitor hasn't interacted with the page by then. */
const IDLE_HYDRATION_MS = 2_500
/**
 * The delay of loading the script after the first paint of the whole page, which a slow device may divide into several
 * frames: nothing should be fetched or run before the last of them.
 */
const SCRIPT_DELAY_MS = 200

// The functions below are inlined as text, so they only use their parameters and the browser's globals.

function recordEarlyEvents(): void {
  const hydrated = { layout: false, page: false }
  const events: EarlyInteraction['events'] = []
  globalThis.zhijianEarly = { hydrated, events }

  const isHydrated = (element: Element) => (element.closest('main') ? hydrated.page : hydrated.layout)

  function recordClick({ target }: Event) {
    const button = target instanceof Element && target.closest('button[type=button]:not([popovertarget])')
    if (!button || isHydrated(button)) return
    events.push({ element: button })
    document.documentElement.dataset.waiting = ''
  }

  function recordKey({ target, key }: KeyboardEvent) {
    if (!/^(Arrow|Home|End|Escape)/.test(key) || !(target instanceof Element)) return
    if (!target.closest('input,textarea,select') && !isHydrated(target)) events.push({ element: target, key })
  }

  addEventListener('click', recordClick, true)
  addEventListener('keydown', recordKey, true)
}

/** Describes the printed page by its URL and the moment of printing, also on a page that was opened long before. */
function describePrintedPage(): void {
  addEventListener('beforeprint', () => {
    const time = new Date().toLocaleString('zh-CN', {
      timeZone: 'Asia/Shanghai',
      dateStyle: 'long',
      timeStyle: 'short',
    })
    // A string of CSS, which `.printed-page` contains.
    document.documentElement.style.setProperty('--printed-page', JSON.stringify(`${location.href}　打印于${time}。`))
  })
}

type StartOptions = {
  importScript: (url: string) => Promise<unknown>
  idleHydrationMs: number
  scriptDelayMs: number
}

function startOnInteraction({ importScript, idleHydrationMs, scriptDelayMs }: StartOptions): void {
  const early = globalThis.zhijianEarly
  const state = document.getElementById('state')
  if (!early || !state) return
  const { script = '', files = '', pageFiles = '' } = state.dataset
  const eventTypes = ['pointermove', 'pointerdown', 'touchstart', 'focusin', 'keydown', 'input', 'scroll']
  let isStarted = false
  let resolveInteraction = () => {}
  early.interaction = new Promise((resolve) => {
    resolveInteraction = resolve
  })

  function preload(urls: string) {
    for (const url of urls.split(' ').filter(Boolean)) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = url
      document.head.append(link)
    }
  }

  function startScript() {
    if (isStarted) return
    isStarted = true
    preload(files)
    void importScript(script)
  }

  function handleInteraction(event?: Event) {
    // For a pointer that rests over the page, browsers dispatch an event without movement at the first layout.
    const isPointerMove = event instanceof PointerEvent && event.type === 'pointermove'
    if (isPointerMove && event.movementX === 0 && event.movementY === 0) return
    for (const type of eventTypes) removeEventListener(type, handleInteraction, true)
    resolveInteraction()
    startScript()
    preload(pageFiles)
  }

  function handlePaint(entries: PerformanceObserverEntryList, observer: PerformanceObserver) {
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    setTimeout(startScript, scriptDelayMs)
  }

  for (const type of eventTypes) addEventListener(type, handleInteraction, { capture: true, passive: true })
  addEventListener('load', () => setTimeout(() => handleInteraction(), idleHydrationMs))
  if (early.events.length > 0) handleInteraction()
  requestAnimationFrame(() => new PerformanceObserver(handlePaint).observe({ type: 'paint', buffered: true }))
}

/** Runs in the head: on a slow connection, buttons can be pressed before the end of the body has arrived. */
export const RECORDING_SCRIPT = `(${recordEarlyEvents})();(${describePrintedPage})()`

/**
 * Runs at the end of the body. Its hash is in the CSP, so values that differ by page are in data attributes. `import` is
 * part of the text, since bundlers rewrite it in code.
 */
export const START_SCRIPT = `(${startOnInteraction})({importScript:url=>import(url),idleHydrationMs:${IDLE_HYDRATION_MS},scriptDelayMs:${SCRIPT_DELAY_MS}})`
