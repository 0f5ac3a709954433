import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { can } from '#contracts/permissions.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { ACTS, type Act } from '../acts.ts'
import { useDebounced } from '../components/use-debounced.ts'
import type { Screen } from '../screens.ts'
import { useCan, useUser } from '../session/session.ts'
import { type FoundProduct, findProducts } from './palette-products.ts'
import { PALETTE_SOURCES } from './palette-sources.ts'
import { SPELLINGS } from './palette-spellings.ts'

export type PaletteEntry = { key: string; label: string; detail: string; navigate: () => void }
export type EntryGroup = { label: string; entries: PaletteEntry[] }

const SEARCH_DEBOUNCE_MS = 200

/** Returns the results for a text by group: screens and acts immediately, everything else when typing pauses. */
export function usePaletteEntries(text: string, screens: readonly Screen[]) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const user = useUser()
  const canRead = useCan('products:read')
  const canEdit = useCan('products:write')
  const debouncedText = useDebounced(text, SEARCH_DEBOUNCE_MS)
  const sources = PALETTE_SOURCES.filter(({ permission }) => can(user, permission))
  const acts = ACTS.filter(({ permission }) => can(user, permission))
  const createNavigate: CreateNavigate = (path) => () => void navigate(path)

  const resultQueries = useQueries({
    queries: [
      {
        // biome-ignore lint/plugin: the results of several calls.
        queryKey: ['palette', 'products', debouncedText],
        queryFn: async (): Promise<EntryGroup> => ({
          label: '产品',
          entries: (await findProducts(debouncedText, canRead)).flatMap((product) => [
            ...createEditorEntries(product, canEdit ? '编辑' : '查看', createNavigate),
            ...createPageEntries(product),
          ]),
        }),
        enabled: debouncedText !== '',
        staleTime: 30_000,
      },
      ...sources.map(({ group, find }) => ({
        // biome-ignore lint/plugin: the results of one call or several.
        queryKey: ['palette', group, debouncedText],
        queryFn: async (): Promise<EntryGroup> => ({
          label: group,
          entries: (await find(debouncedText, client)).map(({ path, ...entry }) => ({
            ...entry,
            navigate: createNavigate(path),
          })),
        }),
        enabled: debouncedText !== '',
        staleTime: 30_000,
      })),
    ],
  })
  // Hides results for an earlier text, so that Enter can't open one of them.
  const isSettled = debouncedText === text
  const groups = isSettled ? resultQueries.flatMap(({ data }) => data ?? []) : []
  return {
    groups: [
      { label: '页面', entries: listScreenEntries(text, screens, createNavigate) },
      { label: '操作', entries: listActEntries(text, acts, createNavigate) },
      ...groups,
    ].filter(({ entries }) => entries.length > 0),
    isPending: text !== '' && (!isSettled || resultQueries.some((query) => query.isPending)),
    error: isSettled ? resultQueries.find((query) => query.error)?.error : undefined,
  }
}

/** Returns a function that navigates to a path. */
type CreateNavigate = (path: string) => () => void

/** Whether a title contains a text, or is spelled so in pinyin or its initials. */
const isFound = (title: string, text: string): boolean =>
  `${title} ${SPELLINGS[title] ?? ''}`.toLowerCase().includes(text.toLowerCase().replaceAll(/\s/g, ''))

const listScreenEntries = (text: string, screens: readonly Screen[], createNavigate: CreateNavigate): PaletteEntry[] =>
  screens
    .filter(({ title, path, group }) => group !== null && (isFound(title, text) || path.includes(text.toLowerCase())))
    .map(({ path, title, group }) => ({ key: path, label: title, detail: group ?? '', navigate: createNavigate(path) }))

const listActEntries = (text: string, acts: readonly Act[], createNavigate: CreateNavigate): PaletteEntry[] =>
  acts
    .filter(({ label }) => isFound(label, text))
    .map(({ label, path }) => ({ key: `act ${label}`, label, detail: '', navigate: createNavigate(path) }))

const CATALOGUE_LABELS: Record<Catalogue, string> = { agent: '智能体产品', ai: '78AI产品' }

const createEditorEntries = (
  { catalogue, name, editorPath, publicPath }: FoundProduct,
  action: string,
  createNavigate: CreateNavigate,
) =>
  editorPath === null
    ? []
    : [
        {
          key: `edit ${editorPath}`,
          label: name,
          detail: `${action}${CATALOGUE_LABELS[catalogue]}${publicPath === null ? '（未上架）' : ''}`,
          navigate: createNavigate(editorPath),
        },
      ]

const createPageEntries = ({ catalogue, name, publicPath }: FoundProduct) =>
  publicPath === null
    ? []
    : [
        {
          key: publicPath,
          label: name,
          detail: `${CATALOGUE_LABELS[catalogue]}，在新标签页打开`,
          navigate: () => void window.open(publicPath, '_blank'),
        },
      ]
