import type { CatalogueArea } from '../catalogue';

export const layout: CatalogueArea<'layout'> = {
  skipToContent: '跳到正文',
  navigation: '主导航',
  openMenu: '打开菜单',
  closeMenu: '关闭菜单',
  collapseSidebar: '隐藏侧栏',
  expandSidebar: '显示侧栏',
  newChat: '新对话',
  inbox: '待处理',
  notes: '笔记',
  memories: '记忆',
  sharedLinks: '分享链接',
  settings: '设置',
  administrator: '管理员',
  signOut: '退出登录',
  signingOut: '正在退出…',
  theme: '主题',
  themeSystem: '跟随系统',
  themeLight: '浅色',
  themeDark: '深色',
  language: '语言',
};
