-- What people sign is offered in their language, and kept in the one that they signed: the fee agreement, and the consent of owners of plants.

-- Each version of the agreement in each language. What was accepted so far was the English text, whose hash stays what it was.
create table fee_agreement_text (
  version   int4 not null references fee_agreement,
  language  text not null check (language in ('en', 'vi', 'zh')),
  text      text not null check (length(text) between 1 and 20000),
  text_hash bytea not null generated always as (sha256(text::bytea)) stored,
  primary key (version, language)
);
alter table fee_agreement_text enable row level security;
insert into fee_agreement_text (version, language, text) select version, 'en', text from fee_agreement;
alter table fee_agreement drop column text_hash;
alter table fee_agreement drop column text;
insert into fee_agreement_text (version, language, text) values
(1, 'vi', 'Phí của khu làm việc chứng chỉ.

1. Quy đổi chứng chỉ đã được cấp cho chính tài khoản chịu phí tự sử dụng; quy đổi chứng chỉ có được qua sàn, ngoài sàn hoặc do nhập về chịu phí sử dụng. Biểu phí nêu cả hai mức cho mỗi MWh theo nhiên liệu.
2. Mức phí là mức của ngày nộp yêu cầu quy đổi. Phí là tổng số MWh của một mức nhân với mức đó, làm tròn một lần đến phần trăm của đơn vị tiền tệ.
3. Phí đến hạn sau 10 ngày làm việc (GMT+8) kể từ khi yêu cầu quy đổi được duyệt. Cho đến khi trả xong, các chứng chỉ vẫn được giữ chỗ; phí không được trả trong thời hạn đó làm yêu cầu quy đổi chấm dứt, và các chứng chỉ trở về tài khoản.
4. Phí đã trả không được hoàn lại sau khi việc quy đổi đã hoàn tất.
5. Thay đổi biểu phí hoặc thỏa thuận này được thông báo 30 ngày trước khi có hiệu lực và phải được chấp nhận lại.'),
(1, 'zh', '证书工作区的费用。

1. 注销签发给本账户自身的证书，收取自行注销费；注销通过交易所、场外或导入取得的证书，收取注销费。费用表按燃料列明两者的每 MWh 费率。
2. 费率以提交注销申请当日的费率为准。费用为同一费率下的 MWh 总数乘以该费率，只四舍五入一次，精确到分。
3. 费用在注销申请获批准后 10 个工作日（GMT+8）内到期。付清之前，证书保持预留；逾期未付的，该注销申请终止，证书退回账户。
4. 注销完成后，已付费用不予退还。
5. 费用表或本协议的变更在生效前 30 天公告，并须重新接受。');

alter table fee_acceptance add column language text not null default 'en';
alter table fee_acceptance alter column language drop default;
alter table fee_acceptance add foreign key (version, language) references fee_agreement_text;

-- The next version is asked for in each language; a change that waits in one of them is asked for anew.
delete from fee_change where published_at is null;
alter table fee_change add column agreement_texts jsonb check (jsonb_typeof(agreement_texts) = 'object');
update fee_change set agreement_texts = jsonb_build_object('en', agreement_text);
alter table fee_change alter column agreement_texts set not null;
alter table fee_change drop column agreement_text;

-- In which language the statement of a consent is that was signed; those so far are English.
alter table device_consent add column language text not null default 'en' check (language in ('en', 'vi', 'zh'));
alter table device_consent alter column language drop default;
