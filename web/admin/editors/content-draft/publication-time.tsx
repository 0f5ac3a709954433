import { Input } from 'antd'
import { useId, useState } from 'react'
import { HOUR_MS } from '#contracts/durations.ts'
import { fromShanghaiInput, toShanghaiInput } from '../../../shared/shanghai-input.ts'

type PublicationTimeProps = { label: string; value: string | null; onChange: (time: string | null) => void }

/** The field for the time of a publication, in Shanghai time. */
export function PublicationTime({ label, value, onChange }: PublicationTimeProps) {
  const id = useId()
  const [text, setText] = useState(toShanghaiInput(value))
  return (
    <p className="flex flex-wrap items-center gap-2">
      <label htmlFor={id}>{`${label}（北京时间）`}</label>
      <Input
        id={id}
        type="datetime-local"
        className="w-60"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          onChange(fromShanghaiInput(target.value))
        }}
      />
    </p>
  )
}

/** Returns the next full hour that is at least half an hour ahead. */
export const getNextHour = (): string =>
  new Date(Math.ceil((Date.now() + HOUR_MS / 2) / HOUR_MS) * HOUR_MS).toISOString()
