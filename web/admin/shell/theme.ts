/** Ant Design in the site's colours (web/shared/tokens.css): its algorithms want plain values, so they stand here too. */
import { type ThemeConfig, theme } from 'antd'
import { useSyncExternalStore } from 'react'
import { chosenTheme } from '../../shared/theme.ts'

type Mode = 'light' | 'dark'

const PALETTES = {
  light: {
    ...{ paper: '#fbfaf7', surface: '#ffffff', sunken: '#f4f2ec', ink: '#1b1c24', muted: '#585a68', line: '#e5e1d8' },
    ...{ control: '#8b8a93', indigo: '#2a3a8c', indigoHover: '#3d4ea6', indigoActive: '#1f2c6d' },
    ...{ indigoGround: '#eef0fa', onIndigo: '#ffffff', danger: '#b3261e', good: '#1c6240', caution: '#735500' },
  },
  dark: {
    ...{ paper: '#121318', surface: '#1a1b21', sunken: '#0d0e12', ink: '#ececf1', muted: '#a9aab8', line: '#30323c' },
    ...{ control: '#757786', indigo: '#a9b8ff', indigoHover: '#c0cbff', indigoActive: '#94a5f5' },
    ...{ indigoGround: '#22263e', onIndigo: '#14182e', danger: '#ffa198', good: '#8fd6b0', caution: '#ecd07a' },
  },
} as const

const FONTS = '"PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif'

/** A finger wants 44 px, and a browser that zooms into a field of less than 16 px loses the page. */
const SIZES = {
  finger: { fontSize: 16, controlHeight: 44, controlHeightLG: 48, controlHeightSM: 44 },
  mouse: { fontSize: 15, controlHeight: 40, controlHeightLG: 44, controlHeightSM: 32 },
} as const

/** Asked once: where it changes, Ant Design mounts everything anew, and what was typed would be gone. */
const MOVES = !matchMedia('(prefers-reduced-motion: reduce)').matches

export function antTheme(mode: Mode): ThemeConfig {
  const color = PALETTES[mode]
  const base = mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm
  return {
    // The algorithms mix shades of their own from a seed; where contrast counts ours stand as they are.
    algorithm: (seed, map) => ({
      ...base(seed, map),
      colorPrimary: color.indigo,
      colorPrimaryHover: color.indigoHover,
      colorPrimaryActive: color.indigoActive,
      colorPrimaryText: color.indigo,
      colorPrimaryBg: color.indigoGround,
      colorError: color.danger,
      colorErrorText: color.danger,
      colorSuccess: color.good,
      colorWarning: color.caution,
      colorInfo: color.indigo,
      colorLink: color.indigo,
      colorLinkHover: color.indigoHover,
      colorLinkActive: color.indigoActive,
      colorText: color.ink,
      colorTextSecondary: color.muted,
      colorTextTertiary: color.muted,
      colorTextQuaternary: color.muted,
      colorBgBase: color.surface,
      colorBgLayout: color.paper,
      colorBgContainer: color.surface,
      colorBgElevated: color.surface,
      colorBorder: color.control,
      colorBorderSecondary: color.line,
    }),
    token: {
      fontFamily: FONTS,
      ...SIZES[matchMedia('(pointer: coarse)').matches ? 'finger' : 'mouse'],
      borderRadius: 8,
      borderRadiusLG: 12,
      colorTextPlaceholder: color.muted,
      colorTextDescription: color.muted,
      colorTextLightSolid: color.onIndigo,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
      motion: MOVES,
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', primaryColor: color.onIndigo },
      Table: { headerBg: color.sunken, headerColor: color.muted },
      Segmented: { trackBg: color.sunken },
      Slider: {
        ...{ handleColor: color.indigo, handleActiveColor: color.indigo, handleActiveOutlineColor: color.indigoGround },
        ...{
          trackBg: color.indigo,
          trackHoverBg: color.indigoHover,
          railBg: color.control,
          railHoverBg: color.control,
        },
      },
    },
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
const currentMode = (): Mode => {
  const chosen = chosenTheme()
  return chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen
}

/** Tells that the theme was switched. */
export function themeChanged(): void {
  for (const listener of listeners) listener()
}

/** The colours in use: the person's choice, else the system's. */
export function useMode(): Mode {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    dark.addEventListener('change', listener)
    return () => {
      listeners.delete(listener)
      dark.removeEventListener('change', listener)
    }
  }, currentMode)
}
