import type { Editor } from '@tiptap/react'
import { Dropdown } from 'antd'
import { ALargeSmall, Palette } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  getColorClass,
  getSizeClass,
  RICH_TEXT_COLORS,
  RICH_TEXT_SIZES,
  type RichTextColor,
} from '#contracts/rules/rich-text.ts'
import { COLOR, SIZE } from './schema.ts'
import { ToolButton } from './tool-button.tsx'

const COLOR_LABELS: Record<RichTextColor, string> = {
  black: '黑色',
  red: '红色',
  blue: '蓝色',
  green: '绿色',
  yellow: '黄色',
  purple: '紫色',
}

type MenuProps = { editor: Editor; value: string }

export const SizeMenu = ({ editor, value }: MenuProps) => (
  <ClassMenu
    editor={editor}
    value={value}
    mark={SIZE}
    name="字号"
    icon={<ALargeSmall className="size-4" aria-hidden />}
    noneLabel="默认字号"
    choices={RICH_TEXT_SIZES.map((size) => ({
      key: size,
      label: <span className={getSizeClass(size)}>{size}号</span>,
    }))}
  />
)

export const ColorMenu = ({ editor, value }: MenuProps) => (
  <ClassMenu
    editor={editor}
    value={value}
    mark={COLOR}
    name="文字颜色"
    icon={<Palette className="size-4" aria-hidden />}
    noneLabel="默认颜色"
    choices={RICH_TEXT_COLORS.map((color) => ({
      key: color,
      label: <span className={getColorClass(color)}>{COLOR_LABELS[color]}</span>,
    }))}
  />
)

/** The key of the choice that removes the mark. */
const NONE = 'none'

type ClassMenuProps = MenuProps & {
  mark: string
  name: string
  /** The label of the choice that removes the mark. */
  noneLabel: string
  icon: ReactNode
  choices: readonly { key: string; label: ReactNode }[]
}

/** Sets a mark with a value on the selection, or removes it. */
function ClassMenu({ editor, value, mark, name, noneLabel, icon, choices }: ClassMenuProps) {
  const select = (key: string) => {
    const chain = editor.chain().focus()
    if (key === NONE) chain.unsetMark(mark).run()
    else chain.setMark(mark, { value: key }).run()
  }
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      menu={{
        selectable: true,
        selectedKeys: [value || NONE],
        items: [{ key: NONE, label: noneLabel }, ...choices],
        onClick: ({ key }) => select(key),
      }}
    >
      <ToolButton name={name} isPressed={value !== ''} aria-haspopup="menu" icon={icon} />
    </Dropdown>
  )
}
