import { Monitor, Moon, Sun } from 'lucide-react'
import { applyTheme, THEMES, useTheme } from './theme.ts'

const THEME_OPTIONS = {
  system: { label: '跟随系统', IconComponent: Monitor },
  light: { label: '浅色', IconComponent: Sun },
  dark: { label: '深色', IconComponent: Moon },
} as const

/** Switches between the three themes. */
export function ThemeSwitch() {
  const theme = useTheme()
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  const { label, IconComponent } = THEME_OPTIONS[theme]
  return (
    <button
      type="button"
      className="inline-flex size-11 items-center justify-center rounded-lg border-0 bg-transparent text-muted noscript:hidden hover:bg-sunken hover:text-ink"
      aria-label={`外观：${label}，切换为${THEME_OPTIONS[next].label}`}
      title={`外观：${label}`}
      onClick={() => applyTheme(next)}
    >
      <IconComponent className="size-5" aria-hidden />
    </button>
  )
}
