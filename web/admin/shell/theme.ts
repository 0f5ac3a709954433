/** Ant Design's theme in the colours of the site. Its algorithms need plain values, not CSS custom properties. */
import { type ThemeConfig, theme } from 'antd'
import { useSyncExternalStore } from 'react'
import { PALETTE, TONES } from '#contracts/palette.ts'
import { useTheme } from '../../shared/theme.ts'

type Mode = 'light' | 'dark'

const FONTS = '"PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif'

/** Touch targets need 44 px, and mobile browsers zoom into fields with a font below 16 px. */
const SIZES = {
  finger: { fontSize: 16, controlHeight: 44, controlHeightLG: 48, controlHeightSM: 44 },
  mouse: { fontSize: 15, controlHeight: 40, controlHeightLG: 44, controlHeightSM: 32 },
} as const

/** Read only once: on a change, Ant Design would remount all components, which loses their input. */
const HAS_MOTION = !matchMedia('(prefers-reduced-motion: reduce)').matches

/** Creates the theme for the light or the dark colour scheme. */
export function createAntTheme(mode: Mode): ThemeConfig {
  const color = (name: keyof typeof PALETTE) => PALETTE[name][mode]
  const baseAlgorithm = mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm
  return {
    // The algorithms derive shades from a seed; these override them where contrast matters.
    algorithm: (seed, map) => ({
      ...baseAlgorithm(seed, map),
      colorPrimary: color('indigo'),
      colorPrimaryHover: color('indigoHover'),
      colorPrimaryActive: color('indigoActive'),
      colorPrimaryText: color('indigo'),
      colorPrimaryBg: color('indigoTint'),
      colorError: color('danger'),
      colorErrorText: color('danger'),
      colorSuccess: TONES.green.text[mode],
      colorWarning: TONES.yellow.text[mode],
      colorInfo: color('indigo'),
      colorLink: color('indigo'),
      colorLinkHover: color('indigoHover'),
      colorLinkActive: color('indigoActive'),
      colorText: color('ink'),
      colorTextSecondary: color('muted'),
      colorTextTertiary: color('muted'),
      colorTextQuaternary: color('muted'),
      colorBgBase: color('surface'),
      colorBgLayout: color('paper'),
      colorBgContainer: color('surface'),
      colorBgElevated: color('surface'),
      colorBorder: color('control'),
      colorBorderSecondary: color('line'),
    }),
    token: {
      fontFamily: FONTS,
      ...SIZES[matchMedia('(pointer: coarse)').matches ? 'finger' : 'mouse'],
      borderRadius: 8,
      borderRadiusLG: 12,
      colorTextPlaceholder: color('muted'),
      colorTextDescription: color('muted'),
      colorTextLightSolid: color('onIndigo'),
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
      motion: HAS_MOTION,
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', primaryColor: color('onIndigo') },
      Table: { headerBg: color('sunken'), headerColor: color('muted') },
      Segmented: { trackBg: color('sunken') },
      Slider: {
        handleColor: color('indigo'),
        handleActiveColor: color('indigo'),
        handleActiveOutlineColor: color('indigoTint'),
        trackBg: color('indigo'),
        trackHoverBg: color('indigoHover'),
        railBg: color('control'),
        railHoverBg: color('control'),
      },
    },
  }
}

const darkSchemeQuery = matchMedia('(prefers-color-scheme: dark)')

function subscribeToSystemScheme(listener: () => void): () => void {
  darkSchemeQuery.addEventListener('change', listener)
  return () => darkSchemeQuery.removeEventListener('change', listener)
}

/** Returns the colour scheme in use: the user's choice, or the system's. */
export function useThemeMode(): Mode {
  const theme = useTheme()
  const isSystemDark = useSyncExternalStore(subscribeToSystemScheme, () => darkSchemeQuery.matches)
  if (theme !== 'system') return theme
  return isSystemDark ? 'dark' : 'light'
}
