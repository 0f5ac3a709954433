import { Button } from 'antd'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { chooseTheme, chosenTheme, THEMES } from '../../shared/theme.ts'
import { themeChanged } from './theme.ts'

const LOOKS = {
  system: { label: '跟随系统', Drawn: Monitor },
  light: { label: '浅色', Drawn: Sun },
  dark: { label: '深色', Drawn: Moon },
} as const

/** Goes round the three themes. */
export function ThemeSwitch() {
  const [current, setCurrent] = useState(chosenTheme)
  const next = THEMES[(THEMES.indexOf(current) + 1) % THEMES.length] ?? 'system'
  const { label, Drawn } = LOOKS[current]
  return (
    <Button
      title={`外观：${label}`}
      type="text"
      size="large"
      aria-label={`外观：${label}，切换为${LOOKS[next].label}`}
      icon={<Drawn className="size-4.5" aria-hidden />}
      onClick={() => {
        chooseTheme(next)
        setCurrent(next)
        themeChanged()
      }}
    />
  )
}
