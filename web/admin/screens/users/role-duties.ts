import type { Role } from '#contracts/vocabulary.ts'

/** Descriptions of the roles for administrators (contracts/permissions.ts has the permissions). */
export const ROLE_DUTIES: Record<Role, string> = {
  super_admin: '可以查看和更改后台的一切，包括用户、邮件与系统设置。请只授予完全信任的人。',
  editor: '可以编辑页面内容、产品、二维码、logo与附件，看不到提交者的联系方式。',
  reviewer: '可以审核产品提交与评价、跟进线索，并看到联系方式。',
  viewer: '可以查看后台的各个页面，不能更改，看不到联系方式。',
  member: '前台的注册访客，不能进入后台。',
}
