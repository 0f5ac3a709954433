import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { can } from '#contracts/permissions.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useDebounced } from '../components/use-debounced.ts'
import type { Screen } from '../screens.ts'
import { useCan, useUser } from '../session/session.ts'
import { type FoundProduct, findProducts } from './palette-products.ts'
import { PALETTE_SOURCES } from './palette-sources.ts'

export type Entry = { key: string; label: string; detail: string; navigate: () => void }
export type EntryGroup = { label: string; entries: Entry[] }

const SEARCH_DEBOUNCE_MS = 200

/** Returns grouped results for a text: screens immediately, everything else after a pause in typing. */
export function usePaletteEntries(text: string, screens: readonly Screen[]) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const user = useUser()
  const canRead = useCan('products:read')
  const canEdit = useCan('products:write')
  const debouncedText = useDebounced(text, SEARCH_DEBOUNCE_MS)
  const sources = PALETTE_SOURCES.filter(({ permission }) => can(user, permission))
  const open = (path: string) => () => void navigate(path)

  const results = useQueries({
    queries: [
      {
        queryKey: ['palette', 'products', debouncedText],
        queryFn: async (): Promise<EntryGroup> => ({
          label: '产品',
          entries: (await findProducts(debouncedText, canRead)).flatMap((product) => [
            ...createEditorEntries(product, canEdit ? '编辑' : '查看', open),
            ...createPageEntries(product),
          ]),
        }),
        enabled: debouncedText !== '',
        staleTime: 30_000,
      },
      ...sources.map(({ group, find }) => ({
        queryKey: ['palette', group, debouncedText],
        queryFn: async (): Promise<EntryGroup> => ({
          label: group,
          entries: (await find(debouncedText, client)).map(({ path, ...entry }) => ({
            ...entry,
            navigate: open(path),
          })),
        }),
        enabled: debouncedText !== '',
        staleTime: 30_000,
      })),
    ],
  })
  // Hides results for an earlier text, so that Enter can't open one of them.
  const isSettled = debouncedText === text
  const groups = isSettled ? results.flatMap(({ data }) => data ?? []) : []
  return {
    groups: [{ label: '页面', entries: listScreenEntries(text, screens, open) }, ...groups].filter(
      ({ entries }) => entries.length > 0,
    ),
    isPending: text !== '' && (!isSettled || results.some((query) => query.isPending)),
    error: isSettled ? results.find((query) => query.error)?.error : undefined,
  }
}

type Open = (path: string) => () => void

const listScreenEntries = (text: string, screens: readonly Screen[], open: Open): Entry[] =>
  screens
    .filter(({ title, path, group }) => group !== null && `${title} ${path}`.toLowerCase().includes(text.toLowerCase()))
    .map(({ path, title, group }) => ({ key: path, label: title, detail: group ?? '', navigate: open(path) }))

const CATALOGUE_LABELS: Record<Catalogue, string> = { agent: '智能体产品', ai: '78AI产品' }

const createEditorEntries = ({ catalogue, name, editorPath, publicPath }: FoundProduct, action: string, open: Open) =>
  editorPath === null
    ? []
    : [
        {
          key: `edit ${editorPath}`,
          label: name,
          detail: `${action}${CATALOGUE_LABELS[catalogue]}${publicPath === null ? '（未上架）' : ''}`,
          navigate: open(editorPath),
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
