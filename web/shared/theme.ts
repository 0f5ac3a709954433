import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const STORAGE_KEY = 'zhijian.theme'

/** Runs before the first paint; otherwise a page would flash in the system's colours. */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${STORAGE_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function getChosenTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Returns the theme chosen in this browser, which the server doesn't know. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, getChosenTheme, () => 'system')

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Storage is unavailable: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}
