import { CircleX } from 'lucide-react'

/** The button that clears a `Select`, as its `allowClear`; Ant Design's own has an English label. */
export const CLEAR_BUTTON = { label: '清空', clearIcon: <CircleX className="size-3.5" aria-hidden /> }
