import { AutoComplete, Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { EventInput } from '#contracts/events/event-record.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import { EVENT_TYPES } from '#contracts/events/statuses.ts'
import { LINK_RULE } from '#contracts/fields.ts'
import { TEXT } from '#contracts/limits.ts'
import { isDay } from '#contracts/rules/calendar-day.ts'
import { EVENT_STATUSES } from '#contracts/vocabulary.ts'
import { NumberInput } from '../../components/number-input.tsx'

const COUNT_MAX = 10_000_000

/** What a new event contains. */
export const BLANK_EVENT: EventInput = {
  title: '',
  date: '',
  time: '',
  type: '',
  status: '报名中',
  speaker: '',
  location: '',
  attendees: 0,
  places: 0,
  description: '',
  registrationUrl: '',
  registrationButtonText: '立即报名',
}

/** The fields of an event, for a form of Ant Design. */
export const EventFields = () => (
  <>
    <Form.Item
      name="title"
      label="标题"
      rules={[{ required: true, whitespace: true, message: EVENT_MESSAGES.titleMissing }]}
    >
      <Input maxLength={TEXT.line} autoComplete="off" />
    </Form.Item>
    <div className="grid gap-x-4 md:grid-cols-2">
      <Form.Item name="date" label="日期">
        <DayInput />
      </Form.Item>
      <Form.Item name="time" label="时间" extra="北京时间">
        <Input maxLength={TEXT.word} placeholder="如14:00-16:00" autoComplete="off" />
      </Form.Item>
      <Form.Item name="location" label="地点">
        <Input maxLength={TEXT.line} autoComplete="off" />
      </Form.Item>
      <Form.Item name="places" label="本站名额" extra="填0则不在本站报名">
        <NumberInput min={0} max={COUNT_MAX} precision={0} className="w-full" />
      </Form.Item>
      <Form.Item name="type" label="类型">
        <AutoComplete options={EVENT_TYPES.map((value) => ({ value }))} maxLength={TEXT.word} />
      </Form.Item>
      <Form.Item name="status" label="状态">
        <Select options={EVENT_STATUSES.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="speaker" label="主讲人">
        <Input maxLength={TEXT.line} autoComplete="off" />
      </Form.Item>
      <Form.Item name="attendees" label="参加人数" extra="页面上展示的人数，不限于本站报名">
        <NumberInput min={0} max={COUNT_MAX} precision={0} className="w-full" />
      </Form.Item>
    </div>
    <Form.Item name="description" label="描述">
      <Input.TextArea rows={5} maxLength={TEXT.paragraph} />
    </Form.Item>
    <Form.Item name="registrationUrl" label="报名链接" extra={`在别处报名时填写，可以是${LINK_RULE}`}>
      <Input maxLength={TEXT.link} autoComplete="off" />
    </Form.Item>
    <Form.Item name="registrationButtonText" label="报名按钮文字">
      <Input maxLength={TEXT.word} autoComplete="off" />
    </Form.Item>
  </>
)

type DayInputProps = { id?: string; value?: string; onChange?: (value: string) => void }

/** A day, or a text such as 每月第二个周四. Ant Design passes the props. */
function DayInput({ id, value = '', onChange }: DayInputProps) {
  const [isFreeText, setIsFreeText] = useState(value !== '' && !isDay(value))
  return (
    <span className="flex items-center gap-2">
      <Input
        id={id}
        type={isFreeText ? 'text' : 'date'}
        value={value}
        maxLength={TEXT.word}
        placeholder="如每月第二个周四"
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Button type="link" size="small" className="pointer-coarse:min-h-11" onClick={() => setIsFreeText(!isFreeText)}>
        {isFreeText ? '选择日期' : '填写文字'}
      </Button>
    </span>
  )
}
