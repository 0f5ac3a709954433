import { Monitor, Moon, Sun } from 'lucide-react'
import { applyTheme, THEMES, useTheme } from './theme.ts'

const THEME_OPTIONS = {
  system: { label: '跟随系统', Drawn: Monitor },
  light: { label: '浅色', Drawn: Sun },
  dark: { label: '深色', Drawn: Moon },
} as const

/** Switches between the three themes. */
export function ThemeSwitch() {
  const theme = useTheme()
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  const { label, Drawn } = THEME_OPTIONS[theme]
  return (
    <button
      type="button"
      className="inline-flex size-11 items-center justify-center rounded-lg border-0 bg-transparent text-muted noscript:hidden hover:bg-sunken hover:text-ink"
      aria-label={`外观：${label}，切换为${THEME_OPTIONS[next].label}`}
      title={`外观：${label}`}
      onClick={() => applyTheme(next)}
    >
      <Drawn className="size-5" aria-hidden />
    </button>
  )
}
