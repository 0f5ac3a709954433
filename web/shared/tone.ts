const TONES = new Map([
  ['blue', 'tone-blue'],
  ['green', 'tone-green'],
  ['purple', 'tone-purple'],
  ['orange', 'tone-orange'],
  ['red', 'tone-red'],
  ['yellow', 'tone-yellow'],
])

/** Returns the class that sets a colour name's text, border and background tones; an unknown name is grey. */
export const getToneClass = (color: string): string => TONES.get(color) ?? 'tone-gray'
