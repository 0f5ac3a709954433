import { expect, it } from 'vitest'
import { MemberSchema } from '#contracts/documents/community.ts'
import { filterMembers } from './member-filter.ts'

const MEMBERS = [
  { name: '陈女士', title: '首席信息官', company: '某制造集团', expertise: ['智能制造', 'RPA'] },
  { name: '周先生', title: '科技部负责人', company: '某银行', expertise: ['私有化部署'] },
].map((member) => MemberSchema.parse(member))

it.each([
  ['', ['陈女士', '周先生']],
  ['   ', ['陈女士', '周先生']],
  ['陈', ['陈女士']],
  ['银行', ['周先生']],
  ['首席', ['陈女士']],
  ['rpa', ['陈女士']],
  ['ＲＰＡ', ['陈女士']],
  ['某　私有化', ['周先生']],
  ['陈 银行', []],
  ['.*', []],
])('filters by %j: %j', (query, names) => {
  expect(filterMembers(MEMBERS, query).map(({ name }) => name)).toEqual(names)
})
