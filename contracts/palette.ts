/**
 * The colour palette of the stylesheets (web/shared/palette.css is generated from it), the back office's theme, mails,
 * the manifest and generated images. Text has a contrast of at least 4.5:1 on its backgrounds.
 */
import type { Color } from './vocabulary.ts'

type ThemedColor = { light: string; dark: string }

export const PALETTE = {
  // Backgrounds and text
  paper: { light: '#fbfaf7', dark: '#121318' },
  surface: { light: '#ffffff', dark: '#1a1b21' },
  sunken: { light: '#f4f2ec', dark: '#0d0e12' },
  ink: { light: '#1b1c24', dark: '#ececf1' },
  muted: { light: '#585a68', dark: '#a9aab8' },
  line: { light: '#e5e1d8', dark: '#30323c' },
  // The border of a control must be visible (WCAG 1.4.11).
  control: { light: '#8b8a93', dark: '#757786' },
  // Interactive elements
  indigo: { light: '#2a3a8c', dark: '#a9b8ff' },
  indigoHover: { light: '#3d4ea6', dark: '#c0cbff' },
  indigoActive: { light: '#1f2c6d', dark: '#94a5f5' },
  indigoTint: { light: '#eef0fa', dark: '#22263e' },
  onIndigo: { light: '#ffffff', dark: '#14182e' },
  // Only for verdicts and the seal
  cinnabar: { light: '#b02e1c', dark: '#ff8d78' },
  cinnabarTint: { light: '#fbeeea', dark: '#3a1e19' },
  danger: { light: '#b3261e', dark: '#ffa198' },
  star: { light: '#a86a00', dark: '#f0b849' },
} as const satisfies Record<string, ThemedColor>

/** The shades of each named colour that editors can choose: for text, border and background. */
export const TONES = {
  blue: {
    text: { light: '#1d4f91', dark: '#9cc4f7' },
    line: { light: '#b9cfe9', dark: '#33507a' },
    background: { light: '#edf4fc', dark: '#17263b' },
  },
  green: {
    text: { light: '#1c6240', dark: '#8fd6b0' },
    line: { light: '#b4d8c5', dark: '#2f5c45' },
    background: { light: '#ecf7f1', dark: '#142a1f' },
  },
  purple: {
    text: { light: '#5b3a91', dark: '#cbb2f5' },
    line: { light: '#d1c2e8', dark: '#533f78' },
    background: { light: '#f5f0fc', dark: '#271e38' },
  },
  orange: {
    text: { light: '#8d4404', dark: '#f5b783' },
    line: { light: '#ecc9a9', dark: '#6f4520' },
    background: { light: '#fdf3ea', dark: '#33210f' },
  },
  red: {
    text: { light: '#a32430', dark: '#ffa6ab' },
    line: { light: '#eebbc0', dark: '#75333a' },
    background: { light: '#fdeff0', dark: '#361a1d' },
  },
  yellow: {
    text: { light: '#735500', dark: '#ecd07a' },
    line: { light: '#e2d09a', dark: '#5e4d1c' },
    background: { light: '#fbf6e4', dark: '#2b2410' },
  },
  gray: {
    text: { light: '#4c4e5b', dark: '#bdbfcc' },
    line: { light: '#d4d4da', dark: '#464853' },
    background: { light: '#f3f3f5', dark: '#23242b' },
  },
} as const satisfies Record<Color, { text: ThemedColor; line: ThemedColor; background: ThemedColor }>

/** Returns a CSS colour that follows the active colour scheme. */
export const lightDark = ({ light, dark }: ThemedColor): string => `light-dark(${light}, ${dark})`
