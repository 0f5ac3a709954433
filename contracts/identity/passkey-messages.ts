/** Messages and texts of passkeys, on the site and in the back office. */
import { PASSKEYS } from '../limits.ts'

export const PASSKEY_MESSAGES = {
  name: '请给通行密钥起个名字',
  malformed: '通行密钥的数据有误，请重试',
  expired: '通行密钥的验证已过期，请重试',
  rejected: '这个通行密钥无效，或已被删除，请用其他方式登录',
  unavailable: '网站的地址不是域名，不能使用通行密钥，请联系网站管理员',
  notVerified: '没有通过通行密钥的验证，未添加',
  alreadyAdded: '这个通行密钥已经添加过',
  tooMany: `最多添加${PASSKEYS.max}个通行密钥，请先删除不用的`,
  notFound: '通行密钥不存在，可能已被删除',
  onlySecondFactor: '系统要求两步验证，而这是您唯一的方式。请先添加另一个通行密钥，或开启验证器应用，再删除它',
  added: '通行密钥已添加',
  renamed: '通行密钥已改名',
  removed: '通行密钥已删除',
  renameFailed: '改名失败，请重试',
  loadFailed: '获取通行密钥失败',
} as const

/** Texts of the screens and forms. */
export const PASSKEY_TEXTS = {
  title: '通行密钥',
  description: '用指纹、面容或设备的锁屏密码登录，不必输入用户名和密码。一次验证即满足两步验证的要求。',
  signIn: '用通行密钥登录',
  signingIn: '等待设备验证……',
  add: '添加通行密钥',
  rename: '改名',
  renameTitle: '给通行密钥改名',
  remove: '删除',
  removeTitle: (name: string) => `删除通行密钥“${name}”？`,
  removeConsequence: '删除后，它不能再登录这个账号。设备里保存的那一份不会自动消失，可以在设备的密码管理器中删除。',
  nameLabel: '名称',
  nameHint: '以后凭它认出这个通行密钥，例如所在的设备',
  empty: '还没有通行密钥。',
  synced: '随设备账号同步',
  removed: PASSKEY_MESSAGES.removed,
  used: (created: string, lastUsed: string | null) =>
    `${created}添加，${lastUsed === null ? '还没有用过' : `最近${lastUsed}使用`}`,
  unsupported: '这个浏览器不支持通行密钥，或网站没有使用HTTPS与域名。',
  alreadyOnDevice: '这台设备已经有这个账号的通行密钥。',
  cancelled: '没有完成验证。请在设备的提示中选择通行密钥并确认。',
  noDevice: '这台设备不能保存通行密钥，请换一台有锁屏密码、指纹或面容的设备，或使用安全密钥。',
  wrongAddress: '浏览器访问的地址与网站设置的地址不同，不能使用通行密钥。',
} as const
