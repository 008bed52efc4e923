/* SPDX-License-Identifier: MIT */
/*
 * run.c - an ATmega2560 whose data space is memory to its end, by libsimavr
 *
 * The machines that simavr knows have 16 KB at most, which the unit tests do not fit
 * into. This one is as if 56 KB of external memory were soldered to it. What the
 * program sends to its first serial port is printed.
 */
#include <stdio.h>
#include <string.h>

#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

static void print(struct avr_irq_t *irq, uint32_t byte, void *unused)
{
	(void)irq;
	(void)unused;
	putchar((int)byte);
}

static void be_silent(avr_t *avr, const int level, const char *format, va_list args)
{
	(void)avr;
	if (level == LOG_ERROR)
		vfprintf(stderr, format, args);
}

int main(int argc, char **argv)
{
	elf_firmware_t program;
	uint32_t flags = 0;
	avr_t *avr;
	int state;

	memset(&program, 0, sizeof(program));
	avr_global_logger_set(be_silent);
	if (argc != 2 || elf_read_firmware(argv[1], &program)) {
		fprintf(stderr, "usage: run PROGRAM\n");
		return 2;
	}
	avr = avr_make_mcu_by_name("atmega2560");
	if (!avr)
		return 2;
	avr->ramend = 0xffff;
	avr_init(avr);
	avr->frequency = program.frequency = 16000000;
	avr_load_firmware(avr, &program);
	avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
	/* It neither prints by itself nor waits for a slow terminal. */
	flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
	avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'),
					      UART_IRQ_OUTPUT),
				print, NULL);
	do
		state = avr_run(avr);
	while (state != cpu_Done && state != cpu_Crashed);
	if (state == cpu_Crashed)
		printf("crashed at 0x%x\n", (unsigned int)avr->pc);
	return state == cpu_Crashed;
}
