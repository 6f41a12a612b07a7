-- When zero export of a gateway was last told to change: when its command was handed over, else when it was given; no row: never. The
-- cooldown counts from here, whatever became of it; what was taken back before it was handed over does not count. A set, and
-- without settings of its own, so that a statement takes it in as a part of itself: a list asks for hundreds of gateways at once.
drop function nze_told_at(int4);
create function nze_told_at(gateway int4) returns setof timestamptz language sql stable as $$
  select coalesce(m.sent_at, c.created_at)
  from public.command c left join public.gateway_message m on m.message_uid = c.command_uid
  where c.gateway_id = gateway and c.name = 'zero_export' and c.state <> 'cancelled'
  order by c.command_id desc limit 1
$$;
