import { type Editor, useEditorState } from '@tiptap/react'
import { Input, type InputRef, Modal } from 'antd'
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  Captions,
  ImagePlus,
  Images,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  Underline,
  Undo2,
} from 'lucide-react'
import { Suspense, useId, useRef, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { RICH_TEXT_ALIGNMENTS, type RichTextAlignment } from '#contracts/rules/rich-text.ts'
import { IMAGE_ACCEPT } from '../components/check-image.ts'
import { FileInput } from '../components/file-input.tsx'
import { UploadList } from '../components/upload-list.tsx'
import { useReturnFocus } from '../components/use-return-focus.ts'
import { MediaPicker } from '../media/choose-media-button.tsx'
import { ColorMenu, SizeMenu } from './class-menus.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { ToolButton, Toolbar } from './tool-button.tsx'
import type { InlineImages } from './use-inline-images.ts'

/** Edits the alternative text of the selected image. */
function AltDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  useReturnFocus()
  const currentAlt: unknown = editor.getAttributes('image').alt
  const [alt, setAlt] = useState(typeof currentAlt === 'string' ? currentAlt : '')
  const input = useRef<InputRef>(null)
  const id = useId()
  const submit = () => {
    editor.commands.updateAttributes('image', { alt: alt.trim() })
    onClose()
  }
  return (
    <Modal
      open
      title="图片说明"
      okText="确定"
      cancelText="取消"
      onOk={submit}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      <label htmlFor={id} className="block pb-1 text-sm text-muted">
        图片的内容
      </label>
      <Input
        ref={input}
        id={id}
        autoComplete="off"
        maxLength={TEXT.line}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
        onPressEnter={submit}
      />
      <p className="pt-1 text-sm text-muted">供看不见图片的人朗读；只起装饰作用的图片可以留空。</p>
    </Modal>
  )
}

const MARKS = [
  { mark: 'bold', name: '加粗', Icon: Bold },
  { mark: 'italic', name: '斜体', Icon: Italic },
  { mark: 'underline', name: '下划线', Icon: Underline },
] as const
const ALIGNMENTS: Record<RichTextAlignment, { name: string; Icon: LucideIcon }> = {
  left: { name: '左对齐', Icon: AlignLeft },
  center: { name: '居中对齐', Icon: AlignCenter },
  right: { name: '右对齐', Icon: AlignRight },
  justify: { name: '两端对齐', Icon: AlignJustify },
}
const LISTS = [
  { list: 'bulletList', name: '项目符号列表', Icon: List },
  { list: 'orderedList', name: '编号列表', Icon: ListOrdered },
] as const
const ICON_CLASS = 'size-4'
/** The pictures of the media library that texts show. */
const RICH_TEXT_KINDS = ['picture', 'screenshot'] as const

type RichTextToolbarProps = { editor: Editor; label: string; images: InlineImages }

/** The toolbar with all functions of the editor, accessible by mouse, touch and keyboard. */
export function RichTextToolbar({ editor, label, images }: RichTextToolbarProps) {
  const [dialog, setDialog] = useState<'link' | 'alt' | 'media' | null>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const state = useEditorState({ editor, selector: ({ editor: current }) => getToolbarState(current) })
  const closeDialog = () => {
    setDialog(null)
    editor.commands.focus()
  }
  return (
    <>
      <Toolbar label={`${label}的格式`} initialButton={MARKS[0].name} className="rich-text-tools">
        <FormatButtons editor={editor} state={state} />
        <ToolButton
          name="链接"
          isPressed={state.isLink}
          aria-haspopup="dialog"
          icon={<Link2 className={ICON_CLASS} aria-hidden />}
          onClick={() => setDialog('link')}
        />
        <ToolButton
          name="插入图片"
          icon={<ImagePlus className={ICON_CLASS} aria-hidden />}
          onClick={() => fileInput.current?.click()}
        />
        <ToolButton
          name="从媒体库选择图片"
          aria-haspopup="dialog"
          icon={<Images className={ICON_CLASS} aria-hidden />}
          onClick={() => setDialog('media')}
        />
        <ToolButton
          name="图片说明"
          disabled={!state.isImage}
          aria-haspopup="dialog"
          icon={<Captions className={ICON_CLASS} aria-hidden />}
          onClick={() => setDialog('alt')}
        />
        <ToolButton
          name="撤销"
          disabled={!state.canUndo}
          icon={<Undo2 className={ICON_CLASS} aria-hidden />}
          onClick={() => editor.chain().focus().undo().run()}
        />
        <ToolButton
          name="重做"
          disabled={!state.canRedo}
          icon={<Redo2 className={ICON_CLASS} aria-hidden />}
          onClick={() => editor.chain().focus().redo().run()}
        />
      </Toolbar>
      <FileInput ref={fileInput} label={`选择${label}的图片`} accept={IMAGE_ACCEPT} isMultiple onSelect={images.add} />
      <div className="px-3">
        <UploadList uploads={images} />
      </div>
      {dialog === 'link' && <LinkDialog editor={editor} onClose={closeDialog} />}
      {dialog === 'media' && (
        <Suspense>
          <MediaPicker
            kinds={RICH_TEXT_KINDS}
            onClose={closeDialog}
            onChoose={(picture) => {
              setDialog(null)
              images.choose(picture)
            }}
          />
        </Suspense>
      )}
      {dialog === 'alt' && <AltDialog editor={editor} onClose={closeDialog} />}
    </>
  )
}

type FormatButtonsProps = { editor: Editor; state: ToolbarState }

/** The buttons and menus for marks, size, colour, alignment and lists. */
function FormatButtons({ editor, state }: FormatButtonsProps) {
  const setAlignment = (alignment: RichTextAlignment) =>
    editor
      .chain()
      .focus()
      .updateAttributes('paragraph', { alignment: state.alignment === alignment ? null : alignment })
      .run()
  return (
    <>
      {MARKS.map(({ mark, name, Icon }) => (
        <ToolButton
          key={mark}
          name={name}
          isPressed={state[mark]}
          icon={<Icon className={ICON_CLASS} aria-hidden />}
          onClick={() => editor.chain().focus().toggleMark(mark).run()}
        />
      ))}
      <SizeMenu editor={editor} value={state.size} />
      <ColorMenu editor={editor} value={state.color} />
      {RICH_TEXT_ALIGNMENTS.map((alignment) => {
        const { name, Icon } = ALIGNMENTS[alignment]
        return (
          <ToolButton
            key={alignment}
            name={name}
            isPressed={state.alignment === alignment}
            icon={<Icon className={ICON_CLASS} aria-hidden />}
            onClick={() => setAlignment(alignment)}
          />
        )
      })}
      {LISTS.map(({ list, name, Icon }) => (
        <ToolButton
          key={list}
          name={name}
          isPressed={state.list === list}
          icon={<Icon className={ICON_CLASS} aria-hidden />}
          onClick={() => editor.chain().focus().toggleList(list, 'listItem').run()}
        />
      ))}
    </>
  )
}

type ToolbarState = ReturnType<typeof getToolbarState>

/** Returns the formatting at the cursor, and which actions are possible. */
function getToolbarState(editor: Editor) {
  return {
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    underline: editor.isActive('underline'),
    size: String(editor.getAttributes('size').value ?? ''),
    color: String(editor.getAttributes('color').value ?? ''),
    alignment: editor.getAttributes('paragraph').alignment ?? editor.getAttributes('listItem').alignment ?? null,
    list: LISTS.find(({ list }) => editor.isActive(list))?.list ?? null,
    isLink: editor.isActive('link'),
    isImage: editor.isActive('image'),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  }
}
