import { Switch, type SwitchProps } from 'antd'

type ActionSwitchProps = Omit<SwitchProps, 'loading' | 'onChange' | 'onClick'> & {
  /** Whether the last change is still being saved. */
  isBusy: boolean
  onChange: (isChecked: boolean) => void
}

/**
 * A switch that takes effect at once. While it is busy it isn't `loading`, which would disable it, so that the keyboard's
 * focus were lost.
 */
export const ActionSwitch = ({ isBusy, onChange, className = '', ...props }: ActionSwitchProps) => (
  <Switch
    {...props}
    aria-busy={isBusy || undefined}
    className={`${className} ${isBusy ? 'cursor-progress opacity-65' : ''}`}
    onChange={(isChecked) => {
      if (!isBusy) onChange(isChecked)
    }}
  />
)
