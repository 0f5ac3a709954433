import type { ButtonProps } from 'antd'

/**
 * Returns the props of a button that can't be pressed for now, such as one that is saving; they must follow its
 * `onClick`. It isn't `disabled` then, which would lose the keyboard's focus.
 */
export const getUnavailableProps = (isUnavailable: boolean, className = ''): ButtonProps =>
  isUnavailable
    ? {
        'aria-disabled': true,
        className: `ant-btn-disabled ${className}`,
        // Also prevents a form's submission by Enter in a field, which clicks its button.
        onClick: (event) => event.preventDefault(),
      }
    : { className }
