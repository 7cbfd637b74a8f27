export type QueryLanguage = 'en' | 'zh';
/** Words of the note itself; its meaning in other words; single other words for its own; asked in the other language. */
export type QueryKind = 'words' | 'paraphrase' | 'synonyms' | 'across';

export interface CorpusQuery {
  readonly language: QueryLanguage;
  readonly kind: QueryKind;
  readonly query: string;
  /** Names of the notes that answer it. */
  readonly relevant: readonly string[];
}

type Line = readonly [query: string, relevant: string];

const of = (language: QueryLanguage, kind: QueryKind, lines: readonly Line[]): CorpusQuery[] =>
  lines.map(([query, relevant]) => ({ language, kind, query, relevant: relevant.split(' ') }));

const english = [
  ...of('en', 'words', [
    ['milk pail', 'aesop-32'],
    ['golden egg', 'aesop-25'],
    ['bundle of sticks', 'aesop-05'],
    ['brass pot earthenware', 'aesop-34'],
    ['jackdaw feathers', 'aesop-44'],
    ['frankincense', 'aesop-12'],
    ['Irene Adler', 'holmes-1'],
    ['seventeen steps', 'holmes-2'],
    ['Ezekiah Hopkins', 'holmes-3'],
    ['swamp adder', 'holmes-5'],
    ['natural selection', 'darwin-1'],
    ['invisible hand', 'smith-2'],
    ['Ozymandias king of kings', 'shelley-2'],
    ['"if men were angels"', 'federalist-2'],
    ['faction property', 'federalist-1'],
    ['raven nevermore', 'poe-1'],
    ['trumpet', 'aesop-40'],
  ]),
  ...of('en', 'paraphrase', [
    ['slow animal beats a fast one in a running contest', 'aesop-13'],
    ['which fable tells that a boy who lied was not believed', 'aesop-23'],
    ['rodent frees the king of beasts from a net', 'aesop-04'],
    ['bird raises the water level with pebbles to drink', 'aesop-22'],
    ['despising what one cannot get', 'aesop-21'],
    ['flattery makes somebody drop their food', 'aesop-27'],
    ['insect starves in the cold season because it made music instead of working', 'aesop-10'],
    ['gentle warmth achieves more than violence', 'aesop-28'],
    ['a friend who runs away when there is danger', 'aesop-35'],
    ['killing the source of wealth out of greed', 'aesop-25'],
    ['hound that kept silent because it knew the visitor', 'holmes-4'],
    ['a scientist regrets the monster he brought to life', 'shelley-1'],
    ['castaway sees a trace of another person on the beach', 'defoe-1'],
    ['extraterrestrial invaders die of germs', 'wells-2'],
    ['captain wants revenge on the whale that took his leg', 'melville-2'],
    ['division of labour raises the output of a workshop', 'smith-1'],
    ['spending a little more than you earn leads to misery', 'dickens-3'],
    ['couple sacrifice their treasures to buy presents for each other', 'henry-1'],
    ['living simply in a cabin in the forest', 'walden-1'],
    ['winning a war without any fight', 'sun-english sunzi-2'],
    ['tiny people tie up a giant', 'swift-1'],
    ['a rejected offer of marriage', 'austen-2'],
  ]),
  ...of('en', 'synonyms', [
    ['donkey disguised as a lion', 'aesop-31'],
    ['reptile bites the peasant who saved it', 'aesop-15'],
    ['avaricious man and his buried treasure', 'aesop-33 dickens-2'],
    ['hound loses its meat to its mirror image', 'aesop-11'],
    ['stargazer tumbles into a pit', 'aesop-45'],
    ['tree toppled in a storm while thin grass survives', 'aesop-30'],
    ['bloodsucking insect and a hairless man', 'aesop-36'],
    ['hare late with a pocket clock', 'alice-1'],
    ['smiling cat disappears', 'alice-2'],
    ['independence of courts', 'federalist-3'],
    ['rich bachelor seeks a spouse', 'austen-1'],
    ['voyage into the future', 'wells-1'],
    ['choosing between two paths', 'frost-1'],
  ]),
];

const chinese = [
  ...of('zh', 'words', [
    ['举头望明月', 'tang-01'],
    ['更上一层楼', 'tang-02'],
    ['红豆', 'tang-03'],
    ['姑苏城外寒山寺', 'tang-13'],
    ['天生我材必有用', 'tang-41'],
    ['学而时习之', 'lunyu-01'],
    ['三人行必有我师', 'lunyu-13'],
    ['先天下之忧而忧', 'guwen-20'],
    ['桃花源', 'guwen-10'],
    ['苛政猛于虎', 'guwen-17'],
    ['千里马 伯乐', 'guwen-15'],
    ['醉翁之意不在酒', 'guwen-22'],
    ['知彼知己', 'sunzi-2'],
    ['鹬蚌', 'fable-16'],
    ['五十步', 'mengzi-1'],
    ['熊掌', 'mengzi-6'],
    ['空城计', 'novel-5'],
    ['一粥一饭', 'rules-1'],
  ]),
  ...of('zh', 'paraphrase', [
    ['丢了羊以后修补羊圈还来得及', 'fable-03'],
    ['做多余的事反而坏了事', 'fable-04'],
    ['等着兔子自己撞上来不去干活', 'fable-01'],
    ['借别人的威风吓唬人', 'fable-05'],
    ['见识短浅没见过大海', 'fable-06'],
    ['担心天会掉下来', 'fable-09'],
    ['坏事可能变成好事', 'fable-11'],
    ['老人坚持把大山挖掉', 'fable-10'],
    ['没有本事混在人群里领工资', 'fable-15'],
    ['模仿别人走路结果自己都不会走了', 'fable-19'],
    ['方向错了条件再好也没用', 'fable-17'],
    ['梦里变成昆虫分不清真假', 'zhuang-1'],
    ['厨师杀牛的技术', 'zhuang-2'],
    ['猴子从石头里生出来', 'novel-1'],
    ['妖怪披着人皮画画', 'novel-4'],
    ['喝醉酒赤手空拳打死猛兽', 'novel-7'],
    ['着急帮助禾苗长高反而害死了它', 'mengzi-2'],
    ['母亲为出门的孩子缝衣服', 'tang-43'],
    ['住在简陋的房子里也很高尚', 'guwen-13'],
    ['夜里坐船听到钟声', 'tang-13'],
  ]),
  ...of('zh', 'synonyms', [
    ['思念家乡的月光', 'tang-01 tang-22'],
    ['送别朋友坐船去扬州', 'tang-10'],
    ['登高山看众山都很小', 'tang-35'],
    ['老师的作用是什么', 'guwen-16'],
    ['偷钟的小偷', 'fable-12'],
    ['只买盒子不要珍宝', 'fable-13'],
    ['买鞋子', 'fable-14'],
    ['兵器商人吹牛', 'fable-08'],
    ['雪中钓鱼的老人', 'tang-05'],
    ['水果外面好看里面坏了', 'guwen-28'],
    ['战争是欺骗的艺术', 'sunzi-1 sun-english'],
    ['间谍的种类', 'sunzi-4'],
    ['孝顺父母', 'rules-2'],
  ]),
];

const across = [
  ...of('en', 'across', [
    ['waiting by a tree stump for another rabbit', 'fable-01'],
    ['Zhuangzi dreams he is a butterfly', 'zhuang-1'],
    ['foolish old man moves the mountains', 'fable-10'],
    ['the frog in the well', 'fable-06'],
    ['five kinds of spies', 'sunzi-4'],
    ['drinking alone under the moon', 'tang-34'],
  ]),
  ...of('zh', 'across', [
    ['龟兔赛跑', 'aesop-13'],
    ['农夫与蛇', 'aesop-15'],
    ['狐狸和葡萄', 'aesop-21'],
    ['乌鸦喝水', 'aesop-22'],
    ['狼来了', 'aesop-23'],
    ['福尔摩斯 狗', 'holmes-4'],
    ['进化论 自然选择', 'darwin-1'],
    ['给猫挂铃铛', 'aesop-26'],
  ]),
];

export const corpusQueries: readonly CorpusQuery[] = [...english, ...chinese, ...across];
