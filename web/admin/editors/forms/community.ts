import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { EVENT_TYPES } from '#contracts/events/statuses.ts'
import { LINK_RULE } from '#contracts/fields.ts'
import { EVENT_STATUSES } from '#contracts/vocabulary.ts'
import { createRandomId } from '../../../shared/random-id.ts'
import {
  buttons,
  choice,
  color,
  dayField,
  description,
  group,
  icon,
  integer,
  link,
  list,
  pageInfo,
  paragraph,
  statistics,
  steps,
  suggestField,
  tags,
  text,
  title,
} from '../form/form-parts.ts'
import type { DocumentForm } from '../form/form-types.ts'

export const communityForm: DocumentForm = {
  sections: [
    pageInfo,
    {
      label: '社区概览',
      path: 'overview',
      fields: [
        description,
        paragraph('memberDescription', '成员描述'),
        statistics,
        list({
          key: 'values',
          label: '社区价值',
          noun: '价值',
          titleKeys: ['title'],
          fields: [icon, color, title, description],
          createItem: () => ({ icon: 'CheckCircle', color: 'blue', title: '新价值', description: '' }),
        }),
        list({
          key: 'activityTypes',
          label: '活动类型',
          noun: '活动类型',
          titleKeys: ['title'],
          fields: [icon, color, title, description, text('schedule', '时间安排')],
          createItem: () => ({ icon: 'Calendar', color: 'blue', title: '新活动类型', description: '', schedule: '' }),
        }),
      ],
    },
    {
      label: '近期活动',
      path: '',
      fields: [
        list({
          key: 'upcomingEvents',
          label: '活动',
          noun: '活动',
          titleKeys: ['title', 'date'],
          managedAt: { label: '在活动管理中编辑', href: ADMIN_PAGES.events, isInternal: true },
          fields: [
            title,
            dayField('date', '日期'),
            text('time', '时间', '如14:00-16:00'),
            suggestField('type', '类型', EVENT_TYPES),
            text('speaker', '主讲人'),
            text('location', '地点'),
            integer('attendees', '参加人数', 0, 10_000_000),
            integer('places', '本站名额', 0, 10_000_000),
            choice('status', '状态', EVENT_STATUSES),
            description,
            link('registrationUrl', '报名链接', `可以是 ${LINK_RULE}`),
            text('registrationButtonText', '报名按钮文字'),
          ],
          createItem: () => ({
            id: createRandomId(),
            title: '新活动',
            date: '2024-01-01',
            time: '14:00-16:00',
            type: '线上研讨会',
            speaker: '专家',
            location: '线上',
            attendees: 0,
            places: 0,
            status: '报名中',
            description: '',
            registrationUrl: '',
            registrationButtonText: '立即报名',
          }),
        }),
      ],
    },
    {
      label: '社区成员',
      path: '',
      fields: [
        list({
          key: 'communityMembers',
          label: '成员',
          noun: '成员',
          titleKeys: ['name', 'title'],
          fields: [
            text('name', '姓名'),
            text('title', '职务'),
            text('company', '公司'),
            {
              kind: 'image',
              key: 'avatar',
              label: '头像',
              purpose: 'avatar',
              hint: '上传图片，或填写显示为头像的一两个字',
            },
            text('joinedDate', '加入时间', '如2024-01'),
            tags('expertise', '专长', '专长'),
            description,
          ],
          createItem: () => ({
            name: '新成员',
            title: '',
            company: '',
            avatar: '',
            joinedDate: '2024-01',
            expertise: ['专业领域'],
            description: '',
          }),
        }),
      ],
    },
    {
      label: '加入流程',
      path: 'joinProcess',
      fields: [title, description, steps, group('callToAction', '行动号召', [title, description, buttons()])],
    },
  ],
}
