import type { shell as english } from '#text/en/shell.ts'
import type { Translation } from '#text/translation.ts'

export const shell: Translation<typeof english> = {
  practice: '模拟',
  practicePredictable: '模拟 · 可预测行情',
  practiceLive: '模拟 · 延时行情',
  documentTitle: '{screen} · {product}（{practice}）',
  mainNavigation: '主导航',
  signInTitle: '登录后继续',
  signInText: '这是一个模拟券商，所有资金均为模拟资金。您可以一键使用游客账户，或登录已有账户。',
  tryItNow: '立即体验',
  logIn: '登录',
  register: '注册',
  goHome: '返回首页',
  brokenTitle: '页面加载失败',
  notFetchedText: '您已离线，此页面尚未下载。请连接网络后重试。',
  brokenText: '您的资产是安全的，是页面本身出了问题。',
  reload: '重新加载',
  offline: '当前离线，显示最近一次的数据，暂停下单。',
  updateReady: '新版本已就绪。',
  update: '更新',
  backOnline: '已恢复连接',
  languageOffer: '使用中文浏览？',
  simplified: '简体中文',
  traditional: '繁體中文',
  keepEnglish: 'Keep English',
}
