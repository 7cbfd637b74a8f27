import type { CatalogueArea } from '../catalogue';

export const inbox: CatalogueArea<'inbox'> = {
  text: '所有对话中等你决定的事项。不回答即为拒绝。',
  empty: '没有等你处理的事项',
  emptyText: '工具请求许可，或 Metona 想记住某些内容时，可以在这里直接回答。',
  memories: '待确认的记忆',
  asked: '提出于',
  expires: '逾期视为拒绝：',
  decided: '刚刚决定的',
};
