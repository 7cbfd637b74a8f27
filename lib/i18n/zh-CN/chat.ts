import type { CatalogueArea } from '../catalogue';

export const chat: CatalogueArea<'chat'> = {
  title: '对话',
  link: {
    title: '前往 {host}？',
    text: '这个链接来自对话内容，会在新标签页打开；Metona 不会向对方透露你的任何信息。',
    stay: '留在这里',
    open: '打开',
    copy: '复制地址',
  },
  image: { unnamed: '图片', load: '显示' },
  code: { plain: '文本', copy: '复制代码' },
};
