import { Button, type ButtonProps } from 'antd'
import { createContext, type KeyboardEvent, type ReactNode, use, useState } from 'react'
import { getUnavailableProps } from '../components/unavailable-button.ts'

/** The name of the toolbar button that Tab focuses; the arrow keys focus the others (WAI-ARIA, toolbar pattern). */
const RovingFocus = createContext<{ name: string; focusButton: (name: string) => void }>({
  name: '',
  focusButton: () => {},
})

type ToolbarProps = { label: string; initialButton: string; className?: string; children: ReactNode }

/** A toolbar of `ToolButton`s. `initialButton` is the name of the button that Tab focuses at first. */
export function Toolbar({ label, initialButton, className = '', children }: ToolbarProps) {
  const [name, focusButton] = useState(initialButton)
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
    const index = buttons.findIndex((button) => button.matches(':focus'))
    const nextIndex = getNextIndex(event.key, index, buttons.length)
    if (index === -1 || nextIndex === undefined) return
    event.preventDefault()
    buttons[nextIndex]?.focus()
  }
  return (
    <RovingFocus value={{ name, focusButton }}>
      <div role="toolbar" aria-label={label} tabIndex={-1} className={className} onKeyDown={handleKeyDown}>
        {children}
      </div>
    </RovingFocus>
  )
}

function getNextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

type ToolButtonProps = Omit<ButtonProps, 'type' | 'variant' | 'color'> & {
  name: string
  isPressed?: boolean
  /** Whether it can't be pressed for now, but keeps the focus. */
  isUnavailable?: boolean
}

/** A toolbar button. `isPressed` makes it a toggle button, with its state announced to screen readers. */
export function ToolButton({ name, isPressed, isUnavailable = false, onFocus, ...rest }: ToolButtonProps) {
  const { name: focusableName, focusButton } = use(RovingFocus)
  return (
    <Button
      aria-label={name}
      title={name}
      aria-pressed={isPressed}
      tabIndex={name === focusableName ? 0 : -1}
      {...rest}
      type="text"
      // Keeps the text selection while a button is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={(event) => {
        focusButton(name)
        onFocus?.(event)
      }}
      {...getUnavailableProps(isUnavailable, isPressed ? 'bg-indigo-tint text-indigo' : '')}
    />
  )
}
