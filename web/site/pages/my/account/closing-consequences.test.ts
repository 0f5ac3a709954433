import { expect, it } from 'vitest'
import { listLosses, listSuccessions, type OwnContents } from './closing-consequences.ts'

const NOTHING: OwnContents = {
  shortlistCount: 0,
  projectCount: 0,
  inquiryCount: 0,
  judgedProjectNames: [],
  reviewCount: 0,
  registrationCount: 0,
}
const PROFILE = '账号资料、登录的设备、两步验证与接口密钥'

it.each<[string, Partial<OwnContents>, string[]]>([
  ['only the profile of a member without contents', {}, [PROFILE]],
  [
    'the number of items of each kind',
    { shortlistCount: 3, reviewCount: 1 },
    [PROFILE, '3份选型清单，分享出去的链接随之失效', '1条产品评价，连同厂商的回复'],
  ],
  [
    'all items if their number is unknown',
    { projectCount: undefined },
    [PROFILE, '全部没有共同所有人的评估项目，连同评委的打分、证据与报告'],
  ],
])('lists %s', (_, contents, losses) => {
  expect(listLosses({ ...NOTHING, ...contents })).toEqual(losses)
})

it('says what passes to whom, and nothing of what is deleted', () => {
  const project = { kind: 'project', id: 'p', title: '客服选型', successor: '李四' } as const
  expect(listSuccessions([project, { ...project, id: 'q', successor: null }])).toEqual([
    '评估项目“客服选型”由李四接手，成为负责人',
  ])
})
